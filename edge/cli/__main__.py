"""`python -m edge.cli ROLE`: what the supervisor starts for each child."""

from edge.cli.main import main

raise SystemExit(main())
