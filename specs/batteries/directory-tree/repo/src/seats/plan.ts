export const toRows = () => [];
