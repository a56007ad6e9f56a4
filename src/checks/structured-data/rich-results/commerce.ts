import { ratings } from './ratings.ts'
import { type RichResult, richResult, rule } from './rule.ts'

/** Things for sale, and on which terms. */

const price = 'price|priceSpecification.price'
const currency = 'priceCurrency|priceSpecification.priceCurrency'
const offer = rule({
  types: ['Offer'],
  required: [price],
  recommended: ['availability', currency],
  whereItApplies: ['priceValidUntil'],
})
const aggregateOffer = rule({
  types: ['AggregateOffer'],
  required: ['lowPrice', 'priceCurrency'],
  recommended: ['highPrice', 'offerCount'],
})

export const commerceResults: readonly RichResult[] = [
  richResult({
    title: 'Product snippet',
    page: 'product-snippet',
    types: ['Product'],
    exceptWith: ['isVariantOf', 'hasVariant', 'inProductGroupWithID'],
    required: ['name', 'offers|review|aggregateRating'],
    whereItApplies: ['aggregateRating', 'offers', 'review'],
    parts: { offers: [offer, aggregateOffer], ...ratings },
    note: 'A variant is checked with its group. Ratings are recommended, but only if the product has any.',
  }),
  richResult({
    title: 'Merchant listing',
    page: 'merchant-listing',
    types: ['Product'],
    onlyWith: ['offers.price', 'offers.priceSpecification.price'],
    exceptWith: ['isVariantOf', 'hasVariant', 'inProductGroupWithID'],
    recommended: ['image', 'description'],
    whereItApplies: [
      ...['aggregateRating', 'audience', 'brand.name', 'category', 'color', 'gtin', 'hasAdultConsideration'],
      ...['hasCertification', 'inProductGroupWithID', 'isVariantOf', 'material', 'mpn', 'pattern', 'review', 'size'],
      ...['sku', 'subjectOf', 'offers.hasMerchantReturnPolicy', 'offers.itemCondition', 'offers.priceValidUntil'],
      ...['offers.shippingDetails', 'offers.url', 'offers.validFrom', 'offers.validThrough'],
    ],
    note: 'Google requires name, image and an offer with price and priceCurrency. Whether the page itself sells the product is not in the markup, so missing properties are reported as recommended.',
  }),
  richResult({
    title: 'Product variants',
    page: 'product-variants',
    types: ['ProductGroup'],
    required: ['name'],
    recommended: ['description', 'productGroupID|hasVariant.inProductGroupWithID'],
    whereItApplies: [
      ...['aggregateRating', 'brand', 'hasAdultConsideration', 'hasVariant', 'review', 'url', 'variesBy'],
    ],
    parts: ratings,
  }),
  richResult({
    title: 'Merchant return policy',
    page: 'return-policy',
    types: ['MerchantReturnPolicy'],
    isAnywhere: true,
    required: [
      'applicableCountry|merchantReturnLink',
      'returnPolicyCategory|merchantReturnLink',
      {
        need: 'merchantReturnDays',
        onlyWith: ['returnPolicyCategory=MerchantReturnFiniteReturnWindow'],
        unless: ['merchantReturnLink'],
      },
    ],
    whereItApplies: [
      ...['returnFees', 'returnMethod', 'returnShippingFeesAmount', 'customerRemorseReturnFees', 'itemCondition'],
      ...['itemDefectReturnFees', 'refundType', 'restockingFee', 'returnLabelSource', 'returnPolicyCountry'],
    ],
  }),
  richResult({
    title: 'Loyalty program',
    page: 'loyalty-program',
    types: ['MemberProgram'],
    isAnywhere: true,
    required: ['name', 'description', 'hasTiers'],
    whereItApplies: ['url'],
    parts: {
      hasTiers: [
        rule({
          types: ['MemberProgramTier'],
          required: ['name', 'hasTierBenefit'],
          whereItApplies: ['hasTierRequirement', 'membershipPointsEarned', 'url'],
        }),
      ],
    },
  }),
  richResult({
    title: 'Software app',
    page: 'software-app',
    types: ['SoftwareApplication', 'MobileApplication', 'WebApplication'],
    onlyWith: ['aggregateRating', 'review'],
    required: ['name', 'offers'],
    recommended: ['applicationCategory', 'operatingSystem'],
    parts: {
      offers: [
        rule({ types: ['Offer'], required: [price] }),
        rule({ types: ['AggregateOffer'], required: ['lowPrice|price'] }),
      ],
      ...ratings,
    },
    note: 'Google requires a rating or a review; an application without them is not meant for this result. A VideoGame alone gets none.',
  }),
]
