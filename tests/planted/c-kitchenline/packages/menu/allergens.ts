export const allergens = [] as const;
