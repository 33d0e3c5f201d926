export const seconds = 4;
