import { wire } from '../../../api/wire-name.ts'

/** Sounds that clients of this API family bring along. The first is named by the vendor's word. */
const SOUNDS: readonly string[] = ['service', 'ding']

export const NOTIFICATION_SOUNDS: readonly string[] = SOUNDS.map(wire)

/** The name as it is stored, or undefined where there is no such sound. */
export const storedSound = (name: string): string | undefined =>
  [...SOUNDS, 'none'].find((sound) => wire(sound) === name)
