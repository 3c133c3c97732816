export const INDUSTRIES = [
  'restaurant',
  'hotel',
  'retail',
  'clinic',
  'home_services',
  'automotive',
  'salon',
  'generic',
] as const
export type Industry = (typeof INDUSTRIES)[number]

/** The answer is stored as the business's industry. */
export const KIND_ANSWERS: Readonly<Record<Industry, string>> = {
  restaurant: 'Restaurant or café',
  hotel: 'Hotel',
  retail: 'Shop',
  clinic: 'Medical or dental practice',
  home_services: 'Home services',
  automotive: 'Car repair or dealer',
  salon: 'Salon or spa',
  generic: 'Something else',
}

export const KIND_QUESTION = 'What kind of place is it?'
