import { onDemandDialog } from '../ui/on-demand.tsx'
import { channelDialog } from './channel-dialogs.ts'

const BrowseChannels = onDemandDialog(() => import('./browse/BrowseChannels.tsx'), 'BrowseChannels')
const CreateChannel = onDemandDialog(() => import('./create/CreateChannel.tsx'), 'CreateChannel')

/** The dialogs about channels, which any part of the app can open. */
export function ChannelDialogs() {
  switch (channelDialog.value) {
    case 'browse':
      return <BrowseChannels />
    case 'create':
      return <CreateChannel />
    case null:
      return null
  }
}
