import { db } from '../db.js';

export interface BerthQuery {
  harbour: string;
  lengthCm: number;
  draughtCm: number;
}

export async function searchBerths(query: BerthQuery) {
  return db('active_berths')
    .where('harbour', query.harbour)
    .andWhere('length_cm', '>=', query.lengthCm)
    .andWhere('depth_cm', '>=', query.draughtCm + 30);
}
