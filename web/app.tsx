import { Conversation } from './conversations/Conversation.tsx'
import { listing } from './conversations/store.ts'
import { Inbox } from './inbox/Inbox.tsx'
import { address } from './kernel/navigation.ts'
import { t } from './kernel/texts.ts'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { Notice } from './ui/Notice.tsx'
import { Toasts } from './ui/Toasts.tsx'

/** The view for the address. */
function View() {
  if (listing.value) return <Conversation listing={listing.value} />
  switch (address.value.view) {
    case 'inbox':
      return <Inbox />
    case 'unknown':
      return <Notice title={t('page.unknown')} text={t('page.unknown.text')} />
    default:
      return <Notice title={t('page.notYet')} text={t('page.notYet.text')} />
  }
}

export const App = () => (
  <>
    <a class="skip" href="#main">
      {t('skip')}
    </a>
    <div class="app">
      <Sidebar />
      <main class="sheet" id="main">
        <View />
      </main>
    </div>
    <Toasts />
  </>
)
