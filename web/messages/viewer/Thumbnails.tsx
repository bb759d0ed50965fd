import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import type { Picture } from './pictures-in.ts'

interface Props {
  pictures: readonly Picture[]
  index: number
  onChoose: (index: number) => void
}

/** All pictures of the conversation in a row. */
export function Thumbnails({ pictures, index, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [index, pictures])
  return (
    <ul ref={list} class="thumbs" aria-label={t('viewer.list')}>
      {pictures.map(({ file, thumbnail }, at) => (
        <li key={`${file} ${at}`}>
          <button
            type="button"
            aria-label={t('viewer.image', { index: at + 1, count: pictures.length })}
            aria-current={at === index}
            onClick={() => onChoose(at)}
          >
            <img src={thumbnail} alt="" loading="lazy" decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  )
}
