export function Button() {
  return <button type="button" />;
}
