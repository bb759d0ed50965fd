/** How often each address could not be fetched. */
const failures = new Map<string, number>()

/**
 * Loads a part of the app: `loadPart(() => import('./Palette.tsx'))`. Many browsers remember for the life of a page that a
 * module could not be fetched and do not ask for it again. So another attempt asks at another address.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    const address = /https?:\S+/.exec(String(error))?.[0]
    if (address === undefined) throw error
    const failed = failures.get(address) ?? 0
    try {
      if (failed === 0) throw error
      return await import(`${address}?again=${failed}`)
    } catch (last) {
      failures.set(address, failed + 1)
      throw last
    }
  }
}
