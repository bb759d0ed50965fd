import { navigate } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** The way up, where the sidebar is not beside the conversation. */
export const BackButton = ({ to }: { to: 'channels' | 'messages' | 'inbox' }) => (
  <IconButton icon="arrow-l" label={t('back')} class="only-phone" onClick={() => navigate({ view: to })} />
)
