#!/bin/sh
# Market data with curl: `market_data.sh URL [SYMBOL]`. No key, no account.
set -eu
site=$1
symbol=${2:-ABI}
get() { curl -sS --fail-with-body "$site/express/v1$1"; echo; }

get "/status"
get "/market/search?sort=change1y&order=desc&limit=3"
get "/market/$symbol"
get "/market/$symbol/price-feed?window=1y"
get "/market/$symbol/candles?interval=1d&window=1w"
get "/market/$symbol/funding-history?window=1w"
