import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { alarm } from '../kernel/announce.ts'
import { holdTyped, takeTyped } from '../kernel/keyboard.ts'
import { loadPart } from '../kernel/load-part.ts'
import { t } from '../kernel/texts.ts'

interface Options {
  /** It gets the focus, so what is typed before it has come is for it, and Esc closes it. It takes that with `useModal`. */
  takesTyped?: boolean
}

/**
 * A component whose code is loaded when it is first shown. Rare layers stay out of the first load:
 * `const PersonCard = onDemand(() => import('./PersonCard.tsx'), 'PersonCard')`.
 */
export function onDemand<Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
  { takesTyped = false }: Options = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return (props: P) => {
    const [component, setComponent] = useState(() => loaded)
    const isHolding = takesTyped && component === null
    useLayoutEffect(() => {
      if (!isHolding) return
      holdTyped((props as { onClose?: () => void }).onClose)
      // It was closed before it came.
      return () => void (loaded === null && takeTyped())
    }, [])
    useEffect(() => {
      if (component) return
      loadPart(load).then(
        ({ [name]: one }) => {
          loaded = one
          setComponent(() => one)
        },
        () => {
          if (isHolding) takeTyped()
          alarm(t('failure.load'))
        },
      )
    }, [])
    const Shown = component
    return Shown && <Shown {...props} />
  }
}

/** A dialog whose code is loaded when it is first opened: `onDemandDialog(() => import('./MoveDialog.tsx'), 'MoveDialog')`. */
export const onDemandDialog = <Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
): ComponentType<P> => onDemand(load, name, { takesTyped: true })
