import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import sharp from 'sharp'
import type { UploadedFile } from '../../api/contract.ts'
import { recordSound } from './record-sound.ts'

const FOLDER = join(import.meta.dirname, 'pictures')
const AVATAR_PIXELS = 216
/** Twice the usual density, so that they are sharp on every screen. */
const DENSITY = 144

const SOUND = 'handover'

/** By the names of the drawings. There is one sound among them. */
export type Pictures = ReadonlyMap<string, UploadedFile>

/** Must run before the server is loaded, which forbids its process to read drawings. */
export async function drawPictures(): Promise<Pictures> {
  const names = readdirSync(FOLDER).map((file) => parse(file).name)
  const drawn = await Promise.all(names.map(async (name) => [name, await draw(name)] as const))
  return new Map([...drawn, [SOUND, recordSound(SOUND)]])
}

async function draw(name: string): Promise<UploadedFile> {
  const svg = readFileSync(join(FOLDER, `${name}.svg`), 'utf8')
  // The drawings of people have no size of their own.
  const width = /<svg[^>]* width=/.test(svg) ? undefined : AVATAR_PIXELS
  const drawn = sharp(Buffer.from(svg), { density: DENSITY }).resize(width ? { width } : undefined)
  return { filename: `${name}.png`, type: 'image/png', bytes: await drawn.png().toBuffer() }
}
