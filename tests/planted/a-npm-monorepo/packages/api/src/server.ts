export const port = 4310;
