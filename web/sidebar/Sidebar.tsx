import type { ComponentChildren } from 'preact'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { Channels } from './Channels.tsx'
import { DirectMessages } from './DirectMessages.tsx'
import { LoadingSidebar } from './LoadingSidebar.tsx'
import { Logo } from './Logo.tsx'
import { Views } from './Views.tsx'
import { You } from './You.tsx'

interface Props {
  /** The menu of the organization, and buttons beside it. */
  head: ComponentChildren
  /** Beside the heading of direct messages. */
  newDirect: ComponentChildren
  /** The way to everything by its name. */
  search: ComponentChildren
  /** Below the channels. */
  foot: ComponentChildren
}

/** All places that a person goes to. */
export const Sidebar = ({ head, newDirect, search, foot }: Props) => (
  <nav class="side" aria-label={t('nav.name')} data-region>
    <div class="org">
      <Logo />
      {head}
    </div>
    {search}
    <div class="side-scroll">
      <Views />
      {state.value ? (
        <>
          <DirectMessages action={newDirect} />
          <Channels />
          {foot}
        </>
      ) : (
        <LoadingSidebar />
      )}
    </div>
    <You />
  </nav>
)
