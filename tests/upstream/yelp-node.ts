import { yelpId } from './ids.ts'
import type { Listing } from './listing.ts'
import { localDateTime, utcDateTime } from './local-time.ts'
import type { SimulatedReview } from './reviews.ts'
import { shownAt } from './truth.ts'

const CDN = 'https://s3-media0.fl.yelpcdn.com'
const REACTIONS = [
  ['HELPFUL', 'Helpful', 'helpful_bulb', 'Lime'],
  ['THANKS', 'Thanks', 'thanks', 'Orange'],
  ['LOVE_THIS', 'Love this', 'love_this', 'Red'],
  ['OH_NO', 'Oh no', 'oh_no', 'Blue'],
] as const

function dateTime(at: number, timeZone: string) {
  return {
    utcDateTime: utcDateTime(at),
    __typename: 'DateTime',
    localDateTimeForBusiness: localDateTime(at, timeZone),
  }
}

function author({ reviewer, photos }: SimulatedReview, at: number) {
  if (!reviewer) return null
  const photo = yelpId(`avatar:${reviewer.id}`)
  const source = (size: string) => `${CDN}/photo/${photo}/${size}.jpg`
  const profilePhoto = {
    encid: photo,
    photoUrl: {
      mediaItemSrcUrl: source('30s'),
      mediaItemSrcSetUrl200x: source('60s'),
      mediaItemSrcSetUrl300x: source('90s'),
      __typename: 'UserPhotoUrl',
      userSrc: source('60s'),
      userSrcSet200x: source('120s'),
      userSrcSet300x: source('180s'),
    },
    __typename: 'UserProfilePhoto',
  }
  return {
    encid: reviewer.id,
    isFollowedByLoggedInUser: null,
    profilePhoto,
    displayName: reviewer.name,
    displayLocation: reviewer.town,
    reviewCount: reviewer.reviews,
    friendCount: reviewer.friends,
    businessPhotoCount: reviewer.photos + photos,
    currentTruncatedEliteYear: reviewer.distinguished ? new Date(at).getUTCFullYear() % 100 : null,
    __typename: 'User',
  }
}

/** The listing, which every node repeats. */
function businessRef(listing: Listing) {
  const photo = yelpId(`photo:${listing.key}`)
  const source = (size: string) => `${CDN}/bphoto/${photo}/${size}.jpg`
  const photoUrl = { url: source('60s'), url200x: source('120s'), url300x: source('180s') }
  return {
    encid: listing.yelp?.encid,
    alias: listing.yelp?.alias,
    name: listing.name,
    primaryPhoto: {
      encid: photo,
      photoUrl: { ...photoUrl, __typename: 'BusinessPhotoUrl' },
      __typename: 'BusinessPhoto',
    },
    __typename: 'Business',
  }
}

function businessPhotos(review: SimulatedReview) {
  return Array.from({ length: review.photos }, (_, index) => {
    const encid = yelpId(`bphoto:${review.id}:${index}`)
    return {
      encid,
      photoUrl: {
        url: `${CDN}/bphoto/${encid}/348s.jpg`,
        lightboxMediaItemUrl: `${CDN}/bphoto/${encid}/o.jpg`,
        __typename: 'BusinessPhotoUrl',
      },
      caption: null,
      helpfulCount: 0,
      loggedInUserVote: null,
      __typename: 'BusinessPhoto',
    }
  })
}

function tags() {
  return {
    checkInCount: 0,
    isFirstReviewer: false,
    paymentInfo: {
      hasPaidThroughYelp: false,
      hasPurchasedDeal: false,
      __typename: 'BusinessReviewPaymentInfo',
    },
    reservationInfo: {
      hasPlacedReservation: false,
      reservationProvider: null,
      __typename: 'BusinessReviewReservationInfo',
    },
    reviewOfTheDay: null,
    __typename: 'ReviewTags',
  }
}

function assetFormat(asset: string, color: string) {
  const state = (name: string, background: string) => ({
    assetLocator: {
      __typename: 'ContentReactionBundledAssetLocator',
      assetName: `svg_illustrations_${name}_v2`,
    },
    backgroundColor: background,
    borderColor: 'coreGrayscaleGrayLight',
    rippleColor: `coreUi${color}DarkWithAlpha10`,
    textColor: 'coreGrayscaleBlackLight',
    __typename: 'ContentReactionStateAssetFormat',
  })
  return {
    assetContentType: 'IMAGE',
    cornerRadius: 'CIRCULAR',
    collapsedFormat: state(`16x16_${asset}_filled`, `coreUi${color}Light`),
    __typename: 'ContentReactionAssetFormat',
    textLayout: 'UNDERNEATH_BUTTON',
    selectedFormat: state(`24x24_${asset}_filled`, `coreUi${color}Light`),
    unselectedFormat: state(`24x24_${asset}`, 'coreGrayscaleWhite'),
    disabledFormat: state(`24x24_${asset}_gray`, 'coreGrayscaleWhite'),
  }
}

function reactions(review: SimulatedReview) {
  return {
    availableReactions: REACTIONS.map(([reactionType, displayText, asset, color]) => ({
      count: reactionType === 'HELPFUL' ? review.helpful : 0,
      reactionType,
      displayText,
      displayTextSingleCount: null,
      assetFormat: assetFormat(asset, color),
      __typename: 'AvailableContentReaction',
      invertTextOrder: false,
      showCount: true,
      showZeroCount: true,
      showAsTooltip: false,
      toggleState: 'UNSELECTED',
    })),
    __typename: 'AvailableContentReactionsContainer',
    containerFormat: {
      alignment: 'LEADING',
      axis: 'HORIZONTAL',
      __typename: 'ContentReactionsContainerFormat',
    },
    isMutuallyExclusive: false,
  }
}

function previousReviews(review: SimulatedReview, timeZone: string) {
  return review.previous.map(({ rating, text, at }, index) => ({
    encid: yelpId(`previous:${review.id}:${index}`),
    rating,
    text: { full: text, language: review.language ?? 'en', __typename: 'ReviewText' },
    createdAt: dateTime(at, timeZone),
    __typename: 'Review',
  }))
}

/** A review as a node of the GraphQL list. */
export function yelpNode(listing: Listing, review: SimulatedReview) {
  const at = shownAt('yelp', review)
  return {
    encid: review.id,
    text: { full: review.text, language: review.language ?? 'en', __typename: 'ReviewText' },
    rating: review.rating,
    feedback: {
      coolCount: 0,
      funnyCount: 0,
      usefulCount: review.helpful,
      loggedInUserVotedCool: null,
      loggedInUserVotedFunny: null,
      loggedInUserVotedUseful: null,
      msiteSubmitFeedbackCsrfToken: 'simulated',
      __typename: 'ReviewFeedback',
    },
    author: author(review, at),
    business: businessRef(listing),
    createdAt: dateTime(at, listing.timeZone),
    businessPhotos: businessPhotos(review),
    businessVideos: [],
    tags: tags(),
    availableReactionsContainer: reactions(review),
    __typename: 'Review',
    bizUserPublicReply: review.reply && {
      text: review.reply.text,
      createdAt: dateTime(review.reply.at, listing.timeZone),
      owner: { displayName: listing.vocabulary.staff[0], role: 'Business Owner', __typename: 'BizUser' },
      __typename: 'BizUserPublicReply',
    },
    previousReviews: previousReviews(review, listing.timeZone),
  }
}
