import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'

const root = dirname(dirname(import.meta.dirname))

/** A module and its dependencies in the form that a browser loads. The chunk with the module itself is `entry.js`. */
export async function bundled(entry: string, minify: boolean): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      minify,
      target: 'es2024',
      modulePreload: false,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input: { entry: join(root, entry) },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [{ name: 'emoji', test: /markdown\/emoji\// }] },
        },
      },
    },
  })) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}
