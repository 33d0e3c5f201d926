import { Price } from './ui/Price'

export function BerthCard({ berth }: { berth: { code: string, cents: number } }) {
    return <article className="berth"><h3>{berth.code}</h3><Price cents={berth.cents}/></article>
}
