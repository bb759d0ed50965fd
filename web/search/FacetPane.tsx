import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf } from '../channels/store.ts'
import { type TextKey, t } from '../kernel/texts.ts'
import { avatarOf, nameOf } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { changeQuery } from './change-query.ts'
import { type Facet, facets } from './facets.ts'
import { query } from './store.ts'

const ICONS: Record<string, IconName> = { link: 'link', image: 'image', attachment: 'file' }

function Label({ term: { operator, operand } }: Facet) {
  if (operator === 'channel') {
    const known = channel(Number(operand))
    return (
      <>
        <Icon name={glyphOf(known)} class="glyph" />
        <bdi class="grow clip">{known?.name}</bdi>
      </>
    )
  }
  if (operator === 'sender') {
    const name = nameOf(Number(operand)) ?? ''
    return (
      <>
        <Avatar name={name} src={avatarOf(Number(operand))} size={20} seed={Number(operand)} />
        <bdi class="grow clip">{name}</bdi>
      </>
    )
  }
  return (
    <>
      <Icon name={ICONS[String(operand)] ?? 'link'} />
      <span class="grow clip">{t(`search.contains.${operand}` as TextKey)}</span>
    </>
  )
}

const colorOf = ({ term: { operator, operand } }: Facet) =>
  operator === 'channel' ? channelColor(channel(Number(operand))?.color) : undefined

function FacetList({ title, items }: { title: string; items: readonly Facet[] }) {
  if (items.length === 0) return null
  const { terms, words } = query.value
  return (
    <>
      <h2>{title}</h2>
      {items.map((facet) => (
        <button
          key={`${facet.term.operator}:${facet.term.operand}`}
          type="button"
          class="nv"
          data-ch={colorOf(facet)}
          onClick={() => changeQuery({ terms: [...terms, facet.term], words })}
        >
          <Label {...facet} />
          <span class="n">{facet.count}</span>
        </button>
      ))}
    </>
  )
}

/** Filters that fit what was found, beside it. */
export function FacetPane() {
  const { channels, senders, contents } = facets.value
  if (channels.length + senders.length + contents.length === 0) return null
  return (
    <aside class="facet" aria-label={t('search.narrow')}>
      <FacetList title={t('search.where')} items={channels} />
      <FacetList title={t('search.who')} items={senders} />
      <FacetList title={t('search.contains')} items={contents} />
    </aside>
  )
}
