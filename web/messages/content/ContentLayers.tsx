import { Menu } from '../../ui/Menu.tsx'
import { onDemandDialog } from '../../ui/on-demand.tsx'
import { viewer } from '../viewer/store.ts'
import { contentMenu } from './content-menu.ts'

const Viewer = onDemandDialog(() => import('../viewer/Viewer.tsx'), 'Viewer')

/** What opens from inside the HTML of messages. */
export function ContentLayers() {
  const menu = contentMenu.value
  const close = () => {
    contentMenu.value = null
  }
  return (
    <>
      {menu && <Menu name={menu.name} anchor={menu.anchor} items={menu.items} onClose={close} />}
      {viewer.value && <Viewer shown={viewer.value} />}
    </>
  )
}
