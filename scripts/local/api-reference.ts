import { build } from 'vite'
import { ROOT } from './run.ts'

/** Builds the script and the styles of `/api/v1/reference`; returns path and content. */
export async function apiReferenceFiles(): Promise<[path: string, content: string | Uint8Array][]> {
  const built = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      rollupOptions: {
        input: `${ROOT}app/api-reference/page.ts`,
        output: { format: 'es', entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
      },
    },
  })
  const parts = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  return parts.map((part) => [
    `/api-reference/${part.fileName}`,
    part.type === 'chunk' ? part.code : part.source,
  ])
}
