import { computed, effect, signal } from '@preact/signals'
import { visit } from '../../kernel/navigation.ts'
import { listing, opened } from '../store.ts'

const KEY = 'parley-people'
/** Below this width the pane lies over the messages. */
const narrow = matchMedia('(max-width: 1180px)')

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'closed'
  } catch {
    return true
  }
}

const isNarrow = signal(narrow.matches)
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches
})
const isOpenBeside = signal(stored())
const isOpenAbove = signal(false)
// The next place is not covered by what was opened in this one.
effect(() => {
  visit.value
  isOpenAbove.value = false
})

const isWanted = computed(() => (isNarrow.value ? isOpenAbove.value : isOpenBeside.value))
/** People are shown beside the topics of channels, if one can see them. */
export const isPeopleShown = computed(
  () => isWanted.value && listing.value?.place?.kind === 'channel' && opened.value.status !== 'hidden',
)

/** The pane lies over the messages. */
export const isPeopleAbove = computed(() => isNarrow.value && isPeopleShown.value)

export function setPeopleShown(isShown: boolean): void {
  if (isNarrow.value) {
    isOpenAbove.value = isShown
    return
  }
  isOpenBeside.value = isShown
  try {
    localStorage.setItem(KEY, isShown ? 'open' : 'closed')
  } catch {
    // It holds until the page is closed.
  }
}
