import { launch } from './launch.mjs'

launch(process.argv.slice(2))
