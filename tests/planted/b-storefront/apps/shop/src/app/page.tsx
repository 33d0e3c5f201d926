export default function Page() {
  return <main>Shop</main>;
}
