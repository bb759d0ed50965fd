import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { alarm } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'

/**
 * A component whose code is loaded when it is first shown. Rare layers stay out of the first load:
 * `const MoveDialog = onDemand(async () => (await import('./MoveDialog.tsx')).MoveDialog)`.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return (props: P) => {
    const [component, setComponent] = useState(() => loaded)
    useEffect(() => {
      if (component) return
      load().then(
        (one) => {
          loaded = one
          setComponent(() => one)
        },
        () => alarm(t('failure.load')),
      )
    }, [])
    const Shown = component
    return Shown && <Shown {...props} />
  }
}
