export { handle, LandingPage as default, meta } from '#app/components/landing/landing-page.tsx'
