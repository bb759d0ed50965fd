import { useState } from 'preact/hooks'
import type { Picture } from './pictures-in.ts'

const STEP = 1.25
const MAX_ZOOM = 8
const MIN_ZOOM = 0.05

interface Size {
  readonly width: number
  readonly height: number
}

export interface Zoom {
  /** Screen pixels for a pixel of the picture. */
  readonly scale: number
  /** The size on the screen, or null while the size of the picture is not known. */
  readonly size: Size | null
  readonly isFitted: boolean
  zoomIn(): void
  zoomOut(): void
  fit(): void
  /** The room for the picture has another size. */
  setRoom(room: Size): void
  /** The size of a picture that the server does not know. */
  setNatural(size: Size): void
}

/** How large a picture is shown: as the room allows, until somebody wants it otherwise. */
export function useZoom({ file, width, height }: Omit<Picture, 'text'>): Zoom {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const [natural, setNatural] = useState<(Size & { file: string }) | null>(null)
  const [wanted, setWanted] = useState<{ file: string; scale: number } | null>(null)
  const known = width > 0 ? { width, height } : natural?.file === file ? natural : null
  const fitted = known && room.width > 0 ? Math.min(1, room.width / known.width, room.height / known.height) : 1
  const scale = wanted?.file === file ? wanted.scale : fitted
  const zoomTo = (next: number) => setWanted({ file, scale: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, next)) })
  return {
    scale,
    size: known && { width: known.width * scale, height: known.height * scale },
    isFitted: wanted?.file !== file,
    zoomIn: () => zoomTo(scale * STEP),
    zoomOut: () => zoomTo(scale / STEP),
    fit: () => setWanted(null),
    setRoom,
    setNatural: (size) => setNatural({ ...size, file }),
  }
}
