export const BRAND_NAME = 'Review Dashboard'
export const BRAND_PROMISE = 'Every review of your business in one place'
