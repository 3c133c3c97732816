/** Names that health care providers, for people or animals, use for themselves. */
export const CLINIC =
  /\b(clinic|doctor|dent(al|ist|ur)|medic|health|physio|chiro|osteopath|hospitals?\b|hospice|vets?\b|veterin|optic|optom|ophthal|pharma|practice|psych|surge(on|ry)|physicia|midwi|obstet|gyn|audiolog|acupunct|nurs(e|es|ing)\b)|therap|dont(ist|ic)|iatr|(cardi|dermat|neur|onc|radi|ur|rheumat|gastroenter|endocrin|allerg)olog/
const MAYBE_HEALTH =
  /\b(dr\b|counsel|rehab|addict|fertil|matern|nutrition|diet|hearing|well-?ness|patient|homeop|naturop|hiv\b|abort|recovery|plastic)|olog(ist|ia)\b|klinik|clíni|cliniqu|arzt|ärzt|praxis|apothek|m[ée]d[ie]c|hôpital|sant[ée]\b|salud|saúde|farm[aá]c/

/** True if the name or industry suggests health care, so that a visit is confidential. Errs on the side of true. */
export function isHealthCare({ name, industry }: { name: string; industry: string | null }): boolean {
  const said = `${name}\n${industry ?? ''}`.toLowerCase()
  return CLINIC.test(said) || MAYBE_HEALTH.test(said)
}
