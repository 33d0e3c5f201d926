export const holdMinutes = 10;
export const releaseHold = () => {};
