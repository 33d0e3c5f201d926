export const crossings = [];
