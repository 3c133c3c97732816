export { tripadvisor } from './tripadvisor.ts'
