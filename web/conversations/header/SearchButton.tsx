import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'

let open = (): void => {}

/** Says how the search opens, which stands above conversations. It suggests the place that it was opened from. */
export const provideSearch = (openSearch: () => void): void => {
  open = openSearch
}

export const SearchButton = () => (
  <IconButton icon="search" label={t('conversation.search')} class="hide-phone" onClick={() => open()} />
)
