export const BRAND_NAME = 'Review Dashboard'
export const BRAND_PROMISE = 'Every review of your business in one place'

/** `.example` never resolves: whoever runs the product puts their own address here. */
export const SUPPORT_EMAIL = 'support@review-dashboard.example'
