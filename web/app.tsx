import { computed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isInviting, mayInvite, startInviting } from './account/invite/invitations.ts'
import { SessionOver } from './account/SessionOver.tsx'
import { SignOutDialog } from './account/SignOutDialog.tsx'
import { askToSignOut } from './account/sign-out.ts'
import { chooseTheme, THEMES, theme } from './account/theme.ts'
import { YouPage } from './account/You.tsx'
import { ChannelDialogs } from './channels/ChannelDialogs.tsx'
import { browseChannels } from './channels/channel-dialogs.ts'
import { chooseRecipients, isChoosing } from './composer/choose-recipients.ts'
import { NewMessage } from './composer/NewMessage.tsx'
import { startTopic } from './composer/start-topic.ts'
import { Conversation } from './conversations/Conversation.tsx'
import { CardLayer } from './conversations/people/CardLayer.tsx'
import { PeoplePane } from './conversations/people/PeoplePane.tsx'
import { isPeopleShown } from './conversations/people/people-pane.ts'
import { listing } from './conversations/store.ts'
import { Inbox } from './inbox/Inbox.tsx'
import { announce } from './kernel/announce.ts'
import { address } from './kernel/navigation.ts'
import { t } from './kernel/texts.ts'
import { TABS } from './later/store.ts'
import { ContentLayers } from './messages/content/ContentLayers.tsx'
import { MessageLayers } from './messages/layers/MessageLayers.tsx'
import { AskToNotify } from './notifications/AskToNotify.tsx'
import { toggleNotifications } from './notifications/allow-notifications.ts'
import type { Action } from './palette/actions.ts'
import { PaletteLayers } from './palette/Layers.tsx'
import { openPalette } from './palette/open-palette.ts'
import { RecentPage } from './recent/RecentPage.tsx'
import { TopicsPage } from './recent/TopicsPage.tsx'
import { Search } from './search/Search.tsx'
import { BrowseChannelsRow } from './sidebar/BrowseChannelsRow.tsx'
import { JumpButton } from './sidebar/JumpButton.tsx'
import { OrganizationMenu } from './sidebar/OrganizationMenu.tsx'
import { PhoneTabs } from './sidebar/PhoneTabs.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { pageTitle, placeName } from './title.ts'
import { IconButton } from './ui/IconButton.tsx'
import type { MenuItem } from './ui/Menu.tsx'
import { Notice } from './ui/Notice.tsx'
import { onDemand, onDemandDialog } from './ui/on-demand.tsx'
import { Toasts } from './ui/Toasts.tsx'

/** Undefined outside Later. */
const laterTab = computed(() => TABS.find((one) => one === address.value.view))

/** The view for the address. */
function View() {
  if (isChoosing.value) return <NewMessage />
  const tab = laterTab.value
  if (tab) return <LaterPage tab={tab} />
  if (listing.value) return <Conversation listing={listing.value} notice={<AskToNotify />} />
  switch (address.value.view) {
    case 'inbox':
      return <Inbox />
    case 'channels':
    case 'messages':
      // On a phone the sidebar covers the inbox.
      return (
        <>
          <h1 class="nav-title">{t(`view.${address.value.view}`)}</h1>
          <Inbox />
        </>
      )
    case 'you':
      return <YouPage />
    case 'recent':
      return <RecentPage />
    case 'topics':
      return <TopicsPage channelId={address.value.channelId} onNewTopic={startTopic} />
    case 'search':
    case 'search-field':
      return <Search />
    case 'unknown':
      return <Notice kind="unknown" />
    default:
      return <Notice kind="notYet" />
  }
}

const LaterPage = onDemand(() => import('./later/LaterPage.tsx'), 'LaterPage')
const InviteDialog = onDemandDialog(() => import('./account/invite/InviteDialog.tsx'), 'InviteDialog')

const THEME_ICONS = { automatic: 'monitor', light: 'sun', dark: 'moon' } as const

const organizationItems = (): readonly MenuItem[] => [
  ...(mayInvite() ? [{ label: t('invite.title'), icon: 'user-plus' as const, run: startInviting }] : []),
  {
    label: t('theme.title'),
    icon: THEME_ICONS[theme.value],
    choices: THEMES.map((one) => ({
      label: t(`theme.${one}`),
      isChosen: theme.value === one,
      run: () => chooseTheme(one),
    })),
  },
  { label: t('notifications.name'), icon: 'bell', run: toggleNotifications },
  { label: t('signOut.do'), icon: 'logout', run: askToSignOut, startsGroup: true },
]

/** The same in the palette. */
export const appActions = (): readonly Action[] => [
  { label: t('browse.title'), icon: 'hash', run: browseChannels },
  ...(mayInvite() ? [{ label: t('invite.title'), icon: 'user-plus' as const, run: startInviting }] : []),
  ...THEMES.filter((one) => one !== theme.peek()).map((one) => ({
    label: t(`palette.theme.${one}`),
    icon: THEME_ICONS[one],
    also: t('palette.themeWords'),
    run: () => chooseTheme(one),
  })),
  { label: t('notifications.name'), icon: 'bell', run: toggleNotifications },
  { label: t('signOut.do'), icon: 'logout', run: askToSignOut },
]

/** On a phone these have no tabs below them. */
const isConversation = (): boolean => listing.value?.place !== undefined || address.value.view === 'channel'

/** On a phone these fill the screen with the sidebar. */
const isNavigation = (): boolean => ['channels', 'messages'].includes(address.value.view)

export function App() {
  const title = pageTitle.value
  useEffect(() => {
    document.title = title
  }, [title])
  const place = placeName.value
  useEffect(() => announce(place), [place])
  const kind = [
    'app',
    (isConversation() || isChoosing.value) && 'conv',
    isNavigation() && !isChoosing.value && 'nav-open',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMessages}>
        {t('skip')}
      </a>
      <div class={kind} data-list={address.value.view}>
        <Sidebar
          head={
            <>
              <OrganizationMenu items={organizationItems} />
              <IconButton icon="compose" label={t('newMessage.title')} onClick={chooseRecipients} />
            </>
          }
          newDirect={<IconButton icon="plus" small label={t('nav.newDirect')} onClick={chooseRecipients} />}
          foot={<BrowseChannelsRow onBrowse={browseChannels} />}
          search={<JumpButton onClick={() => openPalette()} />}
        />
        <div class={`sheet ${isPeopleShown.value && !isChoosing.value ? 'with-people people-open' : ''}`}>
          <main id="main" tabIndex={-1}>
            <View />
          </main>
          {!isChoosing.value && <PeoplePane />}
        </div>
        <PhoneTabs />
      </div>
      <ChannelDialogs />
      {isInviting.value && <InviteDialog />}
      <ContentLayers />
      <CardLayer />
      <MessageLayers />
      <PaletteLayers />
      <SessionOver />
      <SignOutDialog />
      <Toasts />
    </>
  )
}

/** The fragment of the page is the place, so the link moves the focus itself. */
function skipToMessages(event: Event): void {
  event.preventDefault()
  const target =
    document.querySelector<HTMLElement>('article[tabindex="0"]') ?? document.querySelector<HTMLElement>('main')
  target?.focus()
}
