import type { Page } from 'playwright-core'

/** A short film that is higher than wide. The browser records it from a drawing. */
export async function recordFilm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 90
    canvas.height = 160
    const pen = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 10; frame++) {
      pen.fillStyle = frame % 2 ? 'red' : 'blue'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}
