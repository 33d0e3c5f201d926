export const attempts = 2;
export const waitMs = 4000;
