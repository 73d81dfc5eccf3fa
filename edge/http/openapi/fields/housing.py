"""Housing statistics, the past of an index, the deal analysis."""

WORDS = """\
medianPrice: Median sale price of a home; null when not known
pricePerUnit: Median price of one unit of area; null when not known
medianRentMonthly: Observed rent of a month; null when not known
grossRentalYield: 12 x rent ÷ price; null when one is not known
Financials.propertyTaxRate: Property tax of a year, a part of the price; null when not known
Financials.insuranceRate: Home insurance of a year, a part of the price; null when not known
mortgageRate30y: Interest of a mortgage of 30 years, for a year; null when not known
priceToRent: Price ÷ 12 x rent; null when one is not known
affordability: Mortgage of the median home against the median income; null when a part is not
  known
monthlyPayment: Payment of a mortgage of 30 years on 80 % of the price, rounded up
incomeShare: Payments of a year ÷ median income, rounded down
medianHouseholdIncome: Median income of a household in a year
Demographics.medianHouseholdIncome: Median income of a household in a year; null when not known
incomeYear: Year for which the median income was published
sources: Where each figure is from
fallbacks: Figures of the next wider area, where this area has none
figure: Field of the answer
series: Name of the series in the data
publisher: Who published it; null when the file does not say
area: Area of the figure; null: all areas
areaName: Name of that area for people
firstPublishedAt: When the first value of the series was out; null when not known
absorptionRate: Homes sold in the month ÷ homes listed at its end; null when not known
monthsOfSupply: Months in which the listed homes would be sold; null when not known
sales: Homes sold in the month; null when not known
medianSalePrice: Median sale price of the month; null when not known
newListings: Homes listed in the month; null when not known
activeListings: Homes for sale, without pending ones; null when not known
medianListPrice: Median asking price; null when not known
newListings30d: Homes listed within 30 days; null when not known
pending: Homes with an accepted offer; null when not known
medianDaysOnMarket: Median days from listing to sale; null when not known
byPropertyType: Homes for sale by kind
households: Households of the area; null when not known
medianAge: Median age in years; null when not known
ownerOccupiedRate: Part of the homes in which the owner lives; null when not known
unemploymentRate: Part of the workforce without work; null when not known
populationGrowth: Growth of the population in a year; null when not known
MarketPast.from: First month that counts; null without one
MoveSchema.from: Month end at which the move begins
to: Month end at which the move ends
months: Whole months of prints
RankSchema YearRankSchema.months: Month ends that are compared
TrendSchema.months: Month ends of the trend, at most 60
monthsNeeded: Whole months below which no figure is given
largestFall: Largest fall between month ends; null with too few months
currentFall: Fall from the highest month end until now; null at a new high or with too few months
peak: Index price at the high
peakAt: Month end of the high
trough: Index price at the low
troughAt: Month end of the low
monthsDown: Months from the high to the low
recoveredAt: First month end at or above the high; null when not yet
monthsUp: Months from the low to the recovery; null when not yet
drawdown: Distance of each month end from the highest one so far
month: Worst and best change of one month; null with too few months
year: Worst and best change of 12 months; null with too few months
worst: Largest fall
best: Largest rise
priceRank: Place of today's price among the month ends; null with too few months
yearRank: Place of the last year's change among all changes of a year; null with too few months
percentile: Part of the earlier values below today's, rounded down
yearEntries: Entries with 12 whole months after them
withinYear: Entries that were liquidated within 12 months
entries: Month ends at which a position is opened
toDate: Entries that were liquidated until now
trend: Trend of the last 60 month ends; null with too few months
perYear: Growth of a year along the trend
strength: Part of the variance that is explained; null without variance
seasonality: Changes by quarter of the year; null with too few months
seasons: The four quarters of the year
season: Months of the quarter
SeasonSchema.count: Quarters that count
mean: Mean change of the quarter, rounded down
rises: Part of the quarters with a rise
persistence: How well last year's change foretold the next; null with too few months
PersistenceSchema.count: Forecasts that count
meanError: Mean absolute error of the forecast
unchangedError: Mean absolute error of the forecast of no change
rightDirection: Part of the forecasts with the right sign
together: How the index moved with others
isCountry: Whether it is the index of the market's country
correlation: Correlation of the changes by quarter
beta: Change for one unit of the other's change
quarters: Quarters that both have
Correlations.quarters: Quarters of the table at most
earliest: First moment at which all indexes have a print
values: 100 x price ÷ price at the start, rounded down
rows: Correlations of each market with all; null with too few quarters in common
dealsizeSqft: Area of the deal
dealsizeNotional: Area x entry price
netReturn: Return of both ways after all costs
acrePercentage: `acreDollars` ÷ own money; -1 when liquidated
physicalPercentage: `physicalDollars` ÷ down payment and closing costs
acreDollars: Profit of the trade after fees, impact and funding
physicalDollars: Profit of the purchase with rent, after all costs
cashFlow: Income less payments while holding
acreTotalCosts: Fees, impact and net funding paid, at least 0
physicalTotalCosts: All costs of buying, owning and selling
breakdown: Costs of both ways, part by part
acre: The trade on Acre
CashFlow.acre: Net funding received while holding
physical: The purchase of a home
CashFlow.physical: Rent less running costs, interest and principal
tradeFees: Fees at entry and exit
liquidatedAt: Day on which the loss reached the own money; null when it did not
closing: Closing costs of buyer and seller
commission: Commission of agents at the sale
propertyTax: Property tax while owning
insurance: Home insurance while owning
maintenance: Upkeep while owning
management: Fee of a property manager while owning
interest: Mortgage interest while owning
rent: Rent received while owning, no cost
assumptions: Values that the model used, given or default
entry: Index at the beginning of the deal
exit: Index at the end of the deal
recommendation: Which way returned more: by more than 5 % points, by less, or about the same
cells: Deals by leverage, then by exit price
exitChange: Change of the exit price, a part of it
horizons: Deals by holding time
years: Years that the deal is held
"""
