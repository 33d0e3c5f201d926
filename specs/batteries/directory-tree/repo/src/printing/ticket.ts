export const width = 80;
