import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Picture } from './pictures-in.ts'
import type { Zoom } from './use-zoom.ts'

interface Props {
  picture: Picture
  zoom: Zoom
  index: number
  count: number
  onMove: (by: number) => void
}

/** An address inside a style. */
const styleAddress = (address: string): string => `url("${address.replaceAll(/["\\()\s]/g, encodeURIComponent)}")`

/** The picture, and the buttons that lead to its neighbours. */
export function Stage({ picture, zoom, index, count, onMove }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = stage.current
    if (!box) return
    const measure = () => {
      const style = getComputedStyle(box)
      zoom.setRoom({
        width: box.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
        height: box.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return (
    <div class="stage-frame">
      <div ref={stage} class="stage" data-zoomed={!zoom.isFitted || undefined}>
        <Shown key={picture.file} picture={picture} zoom={zoom} />
      </div>
      <Arrow name="prev" isEnd={index === 0} onPress={() => onMove(-1)} />
      <Arrow name="next" isEnd={index === count - 1} onPress={() => onMove(1)} />
    </div>
  )
}

function Shown({ picture, zoom }: Pick<Props, 'picture' | 'zoom'>) {
  const [isBroken, setBroken] = useState(false)
  const { size } = zoom
  if (isBroken)
    return (
      <div class="broken">
        <Icon name="image" />
        <span>{t('picture.broken')}</span>
        <a href={picture.file} target="_blank" rel="noopener noreferrer">
          {t('picture.open', { name: picture.name })}
        </a>
      </div>
    )
  return (
    <img
      src={picture.full}
      alt={picture.text}
      draggable={false}
      // The thumbnail is there already. It stands for the picture until that has come.
      style={{
        backgroundImage: styleAddress(picture.thumbnail),
        ...(size && { inlineSize: `${size.width}px`, blockSize: `${size.height}px` }),
      }}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => zoom.setNatural({ width, height })}
      onError={() => setBroken(true)}
    />
  )
}

interface ArrowProps {
  name: 'prev' | 'next'
  isEnd: boolean
  onPress: () => void
}

/** At the end it stays where it is, so that the focus is not lost. */
const Arrow = ({ name, isEnd, onPress }: ArrowProps) => (
  <button
    type="button"
    class={`arrow ${name}`}
    aria-label={t(name === 'prev' ? 'viewer.previous' : 'viewer.next')}
    aria-disabled={isEnd}
    data-focus={name === 'next' ? '' : undefined}
    onClick={() => !isEnd && onPress()}
  >
    <Icon name={name === 'prev' ? 'chev-l' : 'chev-r'} />
  </button>
)
