import type { Placement } from '@floating-ui/dom'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { alarm } from '../../kernel/announce.ts'
import { loadPart } from '../../kernel/load-part.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { EmojiView } from './EmojiView.tsx'
import type { Emoji } from './emoji.ts'
import type { EmojiGroup } from './emoji-list.ts'
import { type EmojiSection, sectionsOf } from './emoji-sections.ts'
import { spokenEmoji } from './emoji-text.ts'
import { keepFocusInside, moveInGrid } from './grid-keys.ts'
import { SkinTone } from './SkinTone.tsx'
import { ignoreSecondPress } from './second-press.ts'

interface Props {
  anchor: Element
  onPick: (emoji: Emoji) => void
  onClose: () => void
  /** `Add reaction` if it is absent. */
  title?: string
  placement?: Placement
}

const COLUMNS = 9

const rowsOf = (emoji: readonly Emoji[]): Emoji[][] =>
  Array.from({ length: Math.ceil(emoji.length / COLUMNS) }, (_, row) => emoji.slice(row * COLUMNS, (row + 1) * COLUMNS))

/** All emoji, with a search. The table of names is loaded when it is first shown. */
export function EmojiPicker({ anchor, onPick, onClose, title = t('reaction.add'), placement = 'top-end' }: Props) {
  const words = useSignal('')
  const groups = useSignal<readonly EmojiGroup[] | null>(null)
  const current = useSignal<Emoji | null>(null)
  useEffect(() => {
    loadPart(() => import('./emoji-list.ts')).then(
      ({ emojiGroups }) => {
        groups.value = emojiGroups()
      },
      () => alarm(t('failure.load')),
    )
  }, [])
  const sections = useMemo(() => sectionsOf(words.value, groups.value), [words.value, groups.value])
  const pick = (emoji: Emoji | undefined) => {
    if (!emoji) return
    ignoreSecondPress()
    onClose()
    onPick(emoji)
  }
  /** Enter was pressed before the emoji were there. */
  const isEntered = useRef(false)
  const pickFirst = () => {
    isEntered.current = groups.peek() === null
    if (!isEntered.current && words.peek() !== '') pick(sections[0]?.emoji[0])
  }
  useLayoutEffect(() => {
    if (isEntered.current) pickFirst()
  }, [groups.value])
  return (
    <Popover
      anchor={anchor}
      placement={placement}
      onClose={onClose}
      class="emoji-picker"
      role="dialog"
      aria-modal="true"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Tab') keepFocusInside(event)
        else moveInGrid(event)
        // What is typed here never acts on messages.
        if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation()
      }}
    >
      <div class="emoji-search">
        <div class="in">
          <Icon name="search" size="s" class="mut" />
          <input
            type="search"
            aria-label={t('emoji.search')}
            placeholder={t('emoji.searchHint')}
            value={words.value}
            onInput={({ currentTarget }) => {
              words.value = currentTarget.value
              isEntered.current = false
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.isComposing) return
              // Or the same key would press what gets the focus back.
              event.preventDefault()
              pickFirst()
            }}
          />
        </div>
        <SkinTone />
        <IconButton icon="x" label={t('close')} small onClick={onClose} />
      </div>
      <div class="emoji-all">
        {sections.map((section, index) => (
          <Section key={section.title} section={section} isFirst={index === 0} onPick={pick} current={current} />
        ))}
      </div>
      <Foot current={current} />
    </Popover>
  )
}

interface SectionProps {
  section: EmojiSection
  isFirst: boolean
  onPick: (emoji: Emoji) => void
  current: Signal<Emoji | null>
}

const Section = ({ section: { title, emoji }, isFirst, onPick, current }: SectionProps) => (
  <section class="emoji-group">
    <h2 class="pop-h">{title}</h2>
    {emoji.length > 0 && (
      <div class="egrid" role="grid" aria-label={title}>
        {rowsOf(emoji).map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the buttons in it take the focus
          <div key={row[0]?.emoji_code} role="row" class="erow">
            {row.map((one) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the buttons in it take the focus
              <span key={one.emoji_code} role="gridcell">
                <button
                  type="button"
                  tabIndex={isFirst && one === emoji[0] ? 0 : -1}
                  aria-label={spokenEmoji(one.emoji_name)}
                  title={spokenEmoji(one.emoji_name)}
                  onClick={() => onPick(one)}
                  onFocus={() => {
                    current.value = one
                  }}
                >
                  <EmojiView emoji={one} tone />
                </button>
              </span>
            ))}
          </div>
        ))}
      </div>
    )}
  </section>
)

/** The emoji that has the focus. */
const Foot = ({ current: { value } }: { current: Signal<Emoji | null> }) => (
  <div class="pop-f" aria-hidden="true">
    {value && (
      <>
        <span class="big">
          <EmojiView emoji={value} tone />
        </span>
        <b>{spokenEmoji(value.emoji_name)}</b>
        <span class="mut">:{value.emoji_name}:</span>
        <span class="enter">
          <kbd>Enter</kbd> {t('emoji.pick')}
        </span>
      </>
    )}
  </div>
)
