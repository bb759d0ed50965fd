import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

type Folders = NonNullable<RegisterState['channel_folders']>

const inOrder = (folders: Folders): Folders => folders.toSorted((a, b) => a.order - b.order || a.id - b.id)

const withChanges = (folder: Folders[number], data: object): Folders[number] => ({ ...folder, ...data })

function changeFolders(folders: Folders, event: EventOf<'channel_folder'>): Folders {
  switch (event.op) {
    case 'add':
      return inOrder([...folders, event.channel_folder])
    case 'update':
      return folders.map((folder) => (folder.id === event.channel_folder_id ? withChanges(folder, event.data) : folder))
    case 'reorder': {
      const places = new Map(event.order.map((id, place) => [id, place]))
      return inOrder(folders.map((folder) => ({ ...folder, order: places.get(folder.id) ?? folder.order })))
    }
  }
}

const applyFolderEvent = (state: RegisterState, event: EventOf<'channel_folder'>): RegisterState =>
  state.channel_folders ? { ...state, channel_folders: changeFolders(state.channel_folders, event) } : state

export const folders = reducer('channel_folder', applyFolderEvent)
