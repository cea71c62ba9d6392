//! The register: who the members are and how to find them. It has no routes.
