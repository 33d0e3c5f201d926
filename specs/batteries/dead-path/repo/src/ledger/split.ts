export const half = (cents: number) => Math.floor(cents / 2);
