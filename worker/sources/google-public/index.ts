export { googlePublic } from './google-public.ts'
