export const TreeCard = () => null;
