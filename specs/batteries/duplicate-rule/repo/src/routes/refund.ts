import type { FastifyInstance } from 'fastify';

import { payments, refunds } from '../ledger';

export function refundRoute(app: FastifyInstance): void {
  app.post('/refunds', async (request) => {
    const { payment, cents } = request.body as { payment: string; cents: number };
    const paid = await payments.get(payment);
    return refunds.add({ payment: paid.id, cents });
  });
}
