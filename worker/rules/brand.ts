export const BRAND_NAME = 'Review Dashboard'
