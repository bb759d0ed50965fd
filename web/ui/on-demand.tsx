import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { alarm } from '../kernel/announce.ts'
import { loadPart } from '../kernel/load-part.ts'
import { t } from '../kernel/texts.ts'

/**
 * A component whose code is loaded when it is first shown. Rare layers stay out of the first load:
 * `const MoveDialog = onDemand(() => import('./MoveDialog.tsx'), 'MoveDialog')`.
 */
export function onDemand<Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return (props: P) => {
    const [component, setComponent] = useState(() => loaded)
    useEffect(() => {
      if (component) return
      loadPart(load).then(
        ({ [name]: one }) => {
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
