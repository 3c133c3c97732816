import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { newTokenKey } from './scripts/local/token-key.ts'
import { LANGUAGE_MODEL } from './tests/upstream/language-model.ts'

const MIGRATIONS = await readD1Migrations('migrations')

/** `npm run test:all` runs everything; `npm test` leaves out what proves by volume, `*.volume.test.ts`. */
const suite = process.env.SUITE === 'all' ? 'all' : 'change'
const exclude = suite === 'all' ? [] : ['**/*.volume.test.ts']

export default defineConfig({
  test: {
    provide: { suite },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          exclude,
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        // Inside workerd, with real D1 and queues. Run `npm run build` first: the worker holds the built screens.
        plugins: [
          cloudflareTest(({ inject }) => ({
            main: './worker/index.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // Otherwise it asks Cloudflare where this machine is.
              cf: false,
              serviceBindings: { AI: { name: 'language-model', entrypoint: 'Model' } },
              workers: [
                {
                  name: 'language-model',
                  modules: [{ type: 'ESModule', path: 'language-model.js', contents: LANGUAGE_MODEL }],
                  compatibilityDate: '2026-11-01',
                },
              ],
              bindings: {
                ENVIRONMENT: 'local',
                APP_ORIGIN: 'http://localhost:8787',
                SESSION_SECRET: 'secret-of-the-edge-tests-0123456789abcdef',
                MFA_ENCRYPTION_KEY: 'mfa-key-of-the-edge-tests-0123456789abcdef',
                TOKEN_PRIVATE_JWK: newTokenKey(),
                PUSH_PRIVATE_JWK: newTokenKey(),
                SCRYPT_COST: '16',
                PUBLIC_COLLECTION: 'on',
                // A push service refuses a sender without an address of this or an https origin.
                SUPPORT_EMAIL: 'support@review-dashboard.example',
                ...inject<Record<string, string>>('upstreamSettings'),
                MIGRATIONS,
              },
            },
          })),
        ],
        // @remix-run/cloudflare's CommonJS build does not load in workerd.
        resolve: { mainFields: ['module', 'main'] },
        test: {
          name: 'edge',
          include: ['tests/edge/**/*.test.ts'],
          exclude,
          globalSetup: ['tests/edge/support/start-upstream.ts'],
          setupFiles: ['tests/edge/support/setup.ts'],
          // One workerd for all files: starting one and loading the worker took longer than the tests of most files.
          isolate: false,
          testTimeout: 60_000,
          deps: { optimizer: { ssr: { enabled: true, include: ['@remix-run/cloudflare'] } } },
        },
      },
      {
        // The product as `npm start` runs it, on ports of its own, with a real browser: one of each for all files of a worker.
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          exclude,
          environment: 'node',
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // A guard against hanging, as that of actions: one second is too short while two browsers work.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
