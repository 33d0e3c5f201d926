// see: (link)
export function mix(left: number[], right: number[]): number[] {
  return left.map((value, place) => (value + right[place]) / 2);
}
