export { default, handle, meta } from './_index.tsx'
